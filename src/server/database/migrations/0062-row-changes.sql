-- What the rows of the database service (`exposed`) went through, change by change: a notification says which row changed,
-- and equal ones of a transaction are one, so what is told of a row would else be what it has become by then. Kept for a
-- minute; who may see a row is asked in their name when it is told.

create unlogged table app_private.row_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  type text not null,
  owner text,
  key jsonb not null,
  -- Null when it was deleted.
  record jsonb,
  -- When the transaction began, which names it.
  at timestamptz not null default now()
);
create index row_changes_at_idx on app_private.row_changes (at);

-- Arguments: the name it is exposed by, its owner's column or '', its key, then what else counts as a change of it.
create function app_private.keep_row_change() returns trigger language plpgsql security definer set search_path = '' as $$
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
    select o.id from app_private.row_changes o where o.at < now() - interval '1 minute' limit 100 for update skip locked
  );
  return null;
end
$$;

create trigger keep_row_change after insert or update or delete on app.users for each row
  execute function app_private.keep_row_change('profiles', 'id', 'id', 'email', 'display_name', 'avatar_url');
create trigger keep_row_change after insert or update or delete on app.tenants for each row
  execute function app_private.keep_row_change('tenants', '', 'id', 'name', 'subdomain');
create trigger keep_row_change after insert or update or delete on app.memberships for each row
  execute function app_private.keep_row_change('memberships', 'user_id', 'tenant_id,user_id', 'role');
create trigger keep_row_change after insert or update or delete on app.personal_settings for each row
  execute function app_private.keep_row_change('settings', 'user_id', 'user_id,key', 'value');
