-- Why a value changed when nobody wrote it: {"model_id", "record_id"} of the change it follows from, or {"definition": true}.
alter table app.events add column cause jsonb;

-- Computed values that are still to be worked out, too many for the transaction that made them stale. `record_ids` null:
-- every record of the model, in the order of their ids, after `position`.
create table app.recalculations (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  model_id uuid not null,
  field_keys text[] not null,
  record_ids uuid[],
  position uuid,
  done integer not null default 0,
  cause jsonb not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

select app_private.protect('app.recalculations', 'select, insert, update, delete');

-- The list of events is of what people did. What was worked out of it stands in the history of each record, for those who
-- may read it; that something moved would tell of hidden values.
create or replace view app.sys_event with (security_invoker = true) as
select e.tenant_id, e.id, e.at, e.actor_id, e.kind, e.model_id, e.record_id, e.request_id, e.subject, o.token
from app.events e
left join app.objects o on o.tenant_id = e.tenant_id and o.id = e.record_id and o.deleted_at is null
where e.cause is null;
