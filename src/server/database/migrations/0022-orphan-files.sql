-- When a record first held a file; null: nobody ever used the upload. What is there already counts as used.
alter table app.files add column held_at timestamptz default now();
alter table app.files alter column held_at drop default;
create index files_never_held_idx on app.files (tenant_id, created_at) where held_at is null;
