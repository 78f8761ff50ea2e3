-- Values of fields that were deleted: out of the records, so that a new field of the same key begins empty, and kept for
-- going back to a release that has the field.

create table app.binned_values (
  tenant_id uuid not null,
  model_id uuid not null,
  field_key text not null,
  object_id uuid not null,
  value jsonb not null,
  binned_at timestamptz not null default now(),
  primary key (tenant_id, model_id, field_key, object_id),
  foreign key (tenant_id, object_id) references app.objects (tenant_id, id) on delete cascade
);

create index binned_values_object_idx on app.binned_values (tenant_id, object_id);

select app_private.protect('app.binned_values', 'select, insert, update, delete');

-- A UUIDv7 for rows that a statement makes by itself: history is read in the order of its ids.
create function app.new_id() returns uuid language sql volatile parallel safe as $$
  select (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(r.hex, 1, 3) || substr('89ab', 1 + (get_byte(decode(r.hex, 'hex'), 8) & 3), 1) || substr(r.hex, 4, 15)
  )::uuid
  from (select replace(gen_random_uuid()::text, '-', '') as hex) r
$$;

revoke execute on function app.new_id() from public;
grant execute on function app.new_id() to formwork_app;
