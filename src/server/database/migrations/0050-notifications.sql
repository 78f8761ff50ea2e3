-- What a person is told inside the product, and what they are asked to decide.

create table app.approvals (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  run_id uuid not null,
  step_id text not null,
  subject text not null,
  message text not null default '',
  link text not null default '',
  -- Who may decide; the first one who does decides.
  candidates uuid[] not null,
  asked_by uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid,
  comment text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references app.workflow_runs (tenant_id, id) on delete cascade
);
create index approvals_run_idx on app.approvals (tenant_id, run_id);

create table app.notifications (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  subject text not null,
  message text not null default '',
  link text not null default '',
  -- What it is about, for whoever may see it.
  run_id uuid,
  approval_id uuid,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, approval_id) references app.approvals (tenant_id, id) on delete cascade
);
create index notifications_user_idx on app.notifications (tenant_id, user_id, id);
create index notifications_unread_idx on app.notifications (tenant_id, user_id) where read_at is null;
create index notifications_approval_idx on app.notifications (tenant_id, approval_id) where approval_id is not null;

select app_private.protect('app.approvals', 'select, insert');
grant update (status, decided_by, comment, decided_at) on app.approvals to formwork_app;
select app_private.protect('app.notifications', 'select, insert');
grant update (read_at) on app.notifications to formwork_app;
-- Nobody reads or ticks off another person's, whatever a statement says.
create policy own_reads on app.notifications as restrictive for select to formwork_app using (user_id = app.current_user_id());
create policy own_ticks on app.notifications as restrictive for update to formwork_app using (user_id = app.current_user_id());

-- The telephone number a person has proven to be theirs; null when there is none.
create function app.verified_phone(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select nullif(u.phone, '') from auth.users u where u.id = p_user and u.phone_confirmed_at is not null);
end
$$;
revoke execute on function app.verified_phone(uuid) from public;
grant execute on function app.verified_phone(uuid) to formwork_app;
