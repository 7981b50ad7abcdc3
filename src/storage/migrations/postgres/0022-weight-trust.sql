-- Migration 22: fused weights without a calibrated source, and weighings that cameras contradict.
alter table flock_weights add column uncalibrated boolean not null default true;
alter table daily_logs add column cameras_weight_gr double precision;
