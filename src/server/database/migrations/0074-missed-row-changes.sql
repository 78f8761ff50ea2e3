-- Who lost the connection asks for the changes after the one they heard last. Transactions end in another order than they begin:
-- what may have been told after a change is what had not ended when it was written. Kept for a quarter of an hour now.

alter table app_private.row_changes
  add column xid xid8 not null default pg_current_xact_id(),
  add column unended xid8 not null default pg_snapshot_xmin(pg_current_snapshot());

-- Arguments: the name it is exposed by, its owner's column or '', its key, then what else counts as a change of it.
create or replace function app_private.keep_row_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  shown text;
  differs boolean := tg_op <> 'UPDATE';
begin
  -- What is suspended is seen by nobody.
  if coalesce(is_now, was) ->> 'suspended_at' is not null then
    return null;
  end if;
  foreach shown in array tg_argv[3:] loop
    differs := differs or was -> shown is distinct from is_now -> shown;
  end loop;
  if not differs then
    return null;
  end if;
  insert into app_private.row_changes (table_name, type, owner, key, record)
  values (
    tg_argv[0], tg_op, coalesce(is_now, was) ->> nullif(tg_argv[1], ''),
    (select jsonb_object_agg(k, coalesce(is_now, was) ->> k) from unnest(string_to_array(tg_argv[2], ',')) as k),
    case when is_now is not null then (
      select jsonb_object_agg(a.attname, is_now -> a.attname::text) from pg_catalog.pg_attribute a
      where a.attrelid = ('exposed.' || quote_ident(tg_argv[0]))::regclass and a.attnum > 0
    ) end
  );
  delete from app_private.row_changes r where r.id in (
    select o.id from app_private.row_changes o where o.at < now() - interval '15 minutes' limit 100 for update skip locked
  );
  return null;
end
$$;
