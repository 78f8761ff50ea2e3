-- Word that there is something new for a person goes to their own channel with the commit, to every process: the workspace,
-- and nothing of what they were told. What it is they ask for themselves.
create function app_private.tell_notified() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('formwork_realtime', json_build_object('by', 'database', 'news', json_build_object('kind', 'said', 'said',
    json_build_object('topic', 'user:' || n.user_id::text, 'event', 'notified',
      'body', json_build_object('json', json_build_object('workspace', n.tenant_id)::text))))::text)
  from (select distinct t.tenant_id, t.user_id from told t) n;
  return null;
end
$$;
create trigger tell_notified after insert on app.notifications referencing new table as told
  for each statement execute function app_private.tell_notified();
-- What was read in one window is read in the others. Nothing else that is written down of them is news to anybody.
create function app_private.tell_read() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('formwork_realtime', json_build_object('by', 'database', 'news', json_build_object('kind', 'said', 'said',
    json_build_object('topic', 'user:' || n.user_id::text, 'event', 'notified',
      'body', json_build_object('json', json_build_object('workspace', n.tenant_id)::text))))::text)
  from (
    select distinct t.tenant_id, t.user_id from told t
    join was w on w.tenant_id = t.tenant_id and w.id = t.id
    where w.read_at is distinct from t.read_at
  ) n;
  return null;
end
$$;
create trigger tell_read after update on app.notifications referencing old table as was new table as told
  for each statement execute function app_private.tell_read();

-- The mail that gathers what a person was told and has not read: each once, by the day it is for in their time zone.
create table app.notification_digests (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  user_id uuid not null,
  day date not null,
  sent_at timestamptz not null default now(),
  primary key (tenant_id, user_id, day)
);
select app_private.protect('app.notification_digests', 'select');
create policy own_reads on app.notification_digests as restrictive for select to formwork_app using (user_id = app.current_user_id());

-- Who of the workspace wants such a mail now: it is seven in the morning or later where they are, there is something they
-- were told since the last one (a month back at most) and have not read, and today is their day. Called as the owner.
create function app_private.due_digests(p_tenant uuid, p_now timestamptz)
returns table (user_id uuid, email text, language text, zone text, day date, since timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select d.user_id, d.email, d.language, d.zone, d.day, d.since
    from (
      select m.user_id, app.verified_email(m.user_id) as email, w.language, w.zone, w.digest,
        (p_now at time zone w.zone)::date as day, (p_now at time zone w.zone)::time as hour,
        greatest(last.sent_at, p_now - interval '31 days') as since, last.day as last_day
      from app.memberships m
      join auth.users a on a.id = m.user_id
      cross join lateral (
        select a.raw_user_meta_data ->> 'digest' as digest, coalesce(a.raw_user_meta_data ->> 'language', 'en') as language,
          coalesce((select z.name from pg_catalog.pg_timezone_names z where z.name = a.raw_user_meta_data ->> 'time_zone'), 'UTC') as zone
      ) w
      left join lateral (
        select n.sent_at, n.day from app.notification_digests n
        where n.tenant_id = m.tenant_id and n.user_id = m.user_id order by n.day desc limit 1
      ) last on true
      where m.tenant_id = p_tenant and m.suspended_at is null
        and a.deleted_at is null and (a.banned_until is null or a.banned_until <= now())
        and a.raw_user_meta_data ->> 'digest' in ('daily', 'weekly')
    ) d
    where d.email is not null and d.hour >= time '07:00'
      and (d.last_day is null or d.day > d.last_day)
      and (d.digest = 'daily' or extract(isodow from d.day) = 1)
      and exists (
        select from app.notifications n
        where n.tenant_id = p_tenant and n.user_id = d.user_id and n.read_at is null and n.created_at > d.since);
end
$$;
revoke execute on function app_private.due_digests(uuid, timestamptz) from public;
