-- Trees of any table with `id` and `parent_id`: one trigger function, which is told what one of them is called.

create function app_private.refuse_circle() returns trigger language plpgsql set search_path = '' as $$
declare
  at uuid := new.parent_id;
begin
  for step in 1..100 loop
    exit when at is null;
    if at = new.id then
      raise exception '% cannot be part of itself.', tg_argv[0] using errcode = 'FW004';
    end if;
    execute format('select t.parent_id from app.%I t where t.tenant_id = $1 and t.id = $2', tg_table_name)
      into at using new.tenant_id, at;
  end loop;
  return null;
end
$$;

drop trigger refuse_circle on app.cost_groups;
create constraint trigger refuse_circle after insert or update of parent_id on app.cost_groups deferrable initially deferred
  for each row when (new.parent_id is not null) execute function app_private.refuse_circle('A cost group');
drop function app_private.refuse_cost_group_circle();

drop trigger refuse_circle on app.hierarchy_nodes;
create constraint trigger refuse_circle after insert or update of parent_id on app.hierarchy_nodes deferrable initially deferred
  for each row when (new.parent_id is not null) execute function app_private.refuse_circle('A node');
drop function app_private.refuse_hierarchy_circle();

-- Changes of what the database service exposes are told with the commit, by key alone: what of a row somebody may see is
-- asked in their name. Arguments: the name it is exposed by, its owner's column or '', its key, then what else it shows.

create function app_private.tell_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  shown text;
  differs boolean := tg_op <> 'UPDATE';
begin
  if not differs then
    foreach shown in array tg_argv[3:] loop
      differs := differs or was -> shown is distinct from is_now -> shown;
    end loop;
  end if;
  if differs then
    perform pg_notify('formwork_rows', json_build_object(
      'table', tg_argv[0],
      'type', tg_op,
      'owner', coalesce(is_now, was) ->> nullif(tg_argv[1], ''),
      'key', (select json_object_agg(k, coalesce(is_now, was) ->> k) from unnest(string_to_array(tg_argv[2], ',')) as k),
      'at', to_json(now()))::text);
  end if;
  return null;
end
$$;
create trigger tell_row after insert or update or delete on app.users for each row
  execute function app_private.tell_row('profiles', 'id', 'id', 'email', 'display_name', 'avatar_url');
create trigger tell_row after insert or update or delete on app.tenants for each row
  execute function app_private.tell_row('tenants', '', 'id', 'name', 'subdomain');
create trigger tell_row after insert or update or delete on app.memberships for each row
  execute function app_private.tell_row('memberships', 'user_id', 'tenant_id,user_id', 'role');
create trigger tell_row after insert or update or delete on app.personal_settings for each row
  execute function app_private.tell_row('settings', 'user_id', 'user_id,key', 'value');
