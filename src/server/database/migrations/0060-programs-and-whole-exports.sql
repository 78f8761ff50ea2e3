-- Exports of everything a workspace holds, as one archive.
alter table app.exports drop constraint exports_format_check;
alter table app.exports add constraint exports_format_check check (format in ('csv', 'xlsx', 'json', 'jsonl', 'zip'));

-- Service accounts: members that are no people. Nobody signs in as one (there is no account for it); what works as one does
-- so by its tokens. It belongs to one workspace and ends with it.
alter table app.users add column service_of uuid references app.tenants (id) on delete cascade;
create index users_service_idx on app.users (service_of) where service_of is not null;

create function app.service_accounts() returns table (id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select u.id from app.users u
    join app.memberships m on m.user_id = u.id and m.tenant_id = app.current_tenant()
    where u.service_of = app.current_tenant();
end
$$;

create function app.create_service_account(p_id uuid, p_name text, p_role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into app.users (id, display_name, service_of) values (p_id, p_name, app.current_tenant());
  insert into app.memberships (tenant_id, user_id, role) values (app.current_tenant(), p_id, p_role);
end
$$;

revoke execute on function app.service_accounts(), app.create_service_account(uuid, text, text) from public;
grant execute on function app.service_accounts(), app.create_service_account(uuid, text, text) to formwork_app;

-- Nobody makes a token for another person, whatever a statement says; for a service account somebody has to.
drop policy own_only on app.api_tokens;
create policy own_only on app.api_tokens as restrictive for insert
  with check (user_id = app.current_user_id() or user_id in (select s.id from app.service_accounts() s));

-- Lists of people tell them apart.
create or replace view app.sys_member with (security_invoker = true) as
select m.tenant_id, m.id, m.name, m.email, m.role,
  case when m.status = 'active' and s.id is not null then 'service' else m.status end as status, m.created_at
from app.list_members() m left join app.service_accounts() s on s.id = m.id;
