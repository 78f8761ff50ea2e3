-- What one person uploaded is summed up before a customer adds to it.
create index files_owner_idx on app.files (tenant_id, created_by);
