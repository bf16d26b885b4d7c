"""Records of deals, which lose nothing, and codes that name a deal in a few letters."""

from .codes import CodeError, CodeFacts, deal_code, read_code
from .core import Record, RecordError, RecordWarning
from .match import read_match, write_match

__all__ = [
    "CodeError", "CodeFacts", "Record", "RecordError", "RecordWarning", "deal_code", "read_code", "read_match",
    "write_match",
]  # fmt: skip
