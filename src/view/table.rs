//! The trace as a table: who did what, when. A page of rows at a time, so that a long run stays light.
