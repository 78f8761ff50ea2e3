-- What the processes of one server tell each other of sockets. Nothing here is worth keeping over a crash of the database:
-- the tables are unlogged, and every process puts its own part down again.

-- Messages too long for a notification, for a minute.
create unlogged table app_private.realtime_news (
  id bigint generated always as identity primary key,
  body text not null,
  at timestamptz not null default now()
);

create unlogged table app_private.realtime_presence (
  topic text not null,
  ref uuid not null,
  process_id uuid not null,
  user_id uuid not null,
  shown jsonb not null,
  primary key (topic, ref)
);

create index realtime_presence_process_idx on app_private.realtime_presence (process_id);

-- A notification holds less than 8,000 bytes; equal ones of one transaction would be told once, so each has a number in it.
create function app_private.tell_realtime(p_bodies text[]) returns void
language plpgsql set search_path = '' as $$
declare
  one text;
  kept bigint;
begin
  foreach one in array p_bodies loop
    if octet_length(one) < 7900 then
      perform pg_notify('formwork_realtime', one);
    else
      insert into app_private.realtime_news (body) values (one) returning id into kept;
      perform pg_notify('formwork_realtime', kept::text);
    end if;
  end loop;
end
$$;

-- Forgets who was shown by processes that are gone: each holds the lock of its name while it lives. Answers where.
create function app_private.forget_lost_presence() returns table (topic text)
language plpgsql set search_path = '' as $$
declare
  process uuid;
begin
  for process in select distinct p.process_id from app_private.realtime_presence p loop
    if pg_try_advisory_xact_lock_shared(hashtextextended('formwork socket process ' || process::text, 0)) then
      return query
        with gone as (delete from app_private.realtime_presence p where p.process_id = process returning p.topic)
        select distinct g.topic from gone g;
    end if;
  end loop;
end
$$;

-- Whoever changes what somebody may says so when it is committed: channels ask again at once.
create function app_private.tell_rights() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'memberships' then
    perform pg_notify('formwork_rights', old.tenant_id::text || ' ' || old.user_id::text);
  else
    perform pg_notify('formwork_rights', old.id::text);
  end if;
  return null;
end
$$;

create trigger tell_rights after update or delete on app.memberships
  for each row execute function app_private.tell_rights();
create trigger tell_rights after update of release_id, suspended_at or delete on app.tenants
  for each row execute function app_private.tell_rights();
