-- Counters of fields whose numbers the server gives (EST-2026-0007). One row for each series, which is everything of a
-- number but its counter: EST-2026-{0} begins at 1 again in 2027. The row lock orders writers, a rollback gives numbers back.

create table app.sequences (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  model_id uuid not null,
  field_key text not null,
  series text not null check (length(series) <= 300),
  last bigint not null check (last > 0),
  primary key (tenant_id, model_id, field_key, series),
  foreign key (tenant_id, model_id) references app.definitions (tenant_id, id) on delete cascade
);

select app_private.protect('app.sequences', 'select, insert, update');
