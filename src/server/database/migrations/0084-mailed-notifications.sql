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

-- Takes the mails that wait, with whom they go to; who left, has no proven address or wants none of this kind gets none.
-- Called as the owner, who stands in the workspace.
create function app_private.take_notification_mails(p_tenant uuid)
returns table (id uuid, subject text, message text, link text, email text, language text)
language plpgsql volatile set search_path = '' as $$
begin
  return query
    with taken as (
      update app.notifications n set mail = 'taken'
      where n.tenant_id = p_tenant and n.id in (
        select o.id from app.notifications o where o.tenant_id = p_tenant and o.mail = 'wanted'
        order by o.id limit 100 for update skip locked)
      returning n.id, n.user_id, n.subject, n.message, n.link)
    select t.id, t.subject, t.message, t.link, app.verified_email(t.user_id), coalesce(a.raw_user_meta_data ->> 'language', 'en')
    from taken t
    join app.memberships m on m.tenant_id = p_tenant and m.user_id = t.user_id and m.suspended_at is null
    join auth.users a on a.id = t.user_id
    where app.wants_mail(t.user_id, 'estimates') and app.verified_email(t.user_id) is not null
    order by t.id;
end
$$;
revoke execute on function app_private.take_notification_mails(uuid) from public;
