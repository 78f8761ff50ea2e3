-- The language of a mail to a person: their own; who never chose one reads that of the workspace, which is its first owner's.
create function app.language_of(p_user uuid, p_tenant uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select nullif(a.raw_user_meta_data ->> 'language', '') from auth.users a where a.id = p_user),
    (select nullif(a.raw_user_meta_data ->> 'language', '')
     from app.memberships m join auth.users a on a.id = m.user_id
     where m.tenant_id = p_tenant and m.role = 'owner' and m.suspended_at is null
     order by m.created_at, m.user_id limit 1),
    'en');
end
$$;
revoke execute on function app.language_of(uuid, uuid) from public;
grant execute on function app.language_of(uuid, uuid) to formwork_app;

create or replace function app_private.due_digests(p_tenant uuid, p_now timestamptz)
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
        select a.raw_user_meta_data ->> 'digest' as digest, app.language_of(m.user_id, p_tenant) as language,
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

create or replace function app_private.take_notification_mail(p_tenant uuid, p_after uuid)
returns table (id uuid, subject text, message text, link text, email text, language text)
language plpgsql volatile set search_path = '' as $$
declare
  seen uuid := p_after;
  recipient uuid;
begin
  loop
    update app.notifications n set mail = 'taken'
      where n.tenant_id = p_tenant and n.id = (
        select o.id from app.notifications o
        where o.tenant_id = p_tenant and o.mail = 'wanted' and (seen is null or o.id > seen)
        order by o.id limit 1 for update skip locked)
      returning n.id, n.user_id, n.subject, n.message, n.link
      into take_notification_mail.id, recipient, take_notification_mail.subject, take_notification_mail.message,
        take_notification_mail.link;
    if not found then
      return;
    end if;
    seen := take_notification_mail.id;
    select app.verified_email(m.user_id), app.language_of(m.user_id, p_tenant)
      into take_notification_mail.email, take_notification_mail.language
      from app.memberships m join auth.users a on a.id = m.user_id
      where m.tenant_id = p_tenant and m.user_id = recipient and m.suspended_at is null
        and a.deleted_at is null and (a.banned_until is null or a.banned_until <= now())
        and app.wants_mail(m.user_id, 'estimates') and app.verified_email(m.user_id) is not null;
    if found then
      return next;
      return;
    end if;
  end loop;
end
$$;
