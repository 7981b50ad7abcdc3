-- Migration 22: fused weights without a calibrated source, and weighings that cameras contradict.
alter table flock_weights add column uncalibrated integer not null default 1;
alter table daily_logs add column cameras_weight_gr real;
