-- What the product itself tells has words that are translated where they are read (`ours`), and may go out by mail too: at
-- once, each once, by whoever takes it first.
alter table app.notifications add column ours boolean not null default false;
alter table app.notifications add column mail text check (mail in ('wanted', 'taken'));
create index notifications_mail_idx on app.notifications (tenant_id, id) where mail = 'wanted';

-- The people whom a record stands for, with their roles.
create function app.people_of_record(p_record uuid) returns table (user_id uuid, role text)
language sql stable security definer set search_path = '' as $$
  select m.user_id, m.role from app.memberships m
  where m.tenant_id = app.current_tenant() and m.record_id = p_record and m.suspended_at is null
$$;
revoke execute on function app.people_of_record(uuid) from public;
grant execute on function app.people_of_record(uuid) to formwork_app;

-- Takes the next mail that waits after one (null: the first), with whom it goes to; who left or was shut out, has no proven
-- address or wants none of this kind gets none. Called as the owner, who stands in the workspace.
create function app_private.take_notification_mail(p_tenant uuid, p_after uuid)
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
    select app.verified_email(m.user_id), coalesce(a.raw_user_meta_data ->> 'language', 'en')
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
revoke execute on function app_private.take_notification_mail(uuid, uuid) from public;
