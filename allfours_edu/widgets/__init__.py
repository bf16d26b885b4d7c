"""What a learner sees and touches: one front end for the table, the stepper and the comparison."""
