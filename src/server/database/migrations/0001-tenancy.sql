-- Who may be where. These four tables hold no record content; request traffic reaches them only through the
-- SECURITY DEFINER functions of 0002. `app_private` is for the owner alone.

do $$
begin
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'formwork_app') then
        create role formwork_app nologin noinherit;
      end if;
      exit;
    exception
      when duplicate_object or unique_violation or internal_error then
        perform pg_sleep(0.05); -- roles belong to the whole server: a neighbour database makes the same one
    end;
  end loop;
end
$$;

grant usage on schema app to formwork_app;

create table app.users (
  id uuid primary key,
  email text,
  display_name text,
  avatar_url text,
  selected_tenant_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table app.tenants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  subdomain text unique check (subdomain ~ '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$' and length(subdomain) between 2 and 63),
  release_id uuid,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null references app.users (id)
);

create table app.memberships (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  user_id uuid not null references app.users (id) on delete cascade,
  role text not null check (length(role) between 1 and 63),
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);

create index memberships_user_idx on app.memberships (user_id, tenant_id);

-- A secret that is shown once: which workspace it belongs to. The secret itself is stored nowhere.
create table app.token_directory (
  token_hash bytea primary key,
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  kind text not null check (kind in ('invite', 'share', 'validator')),
  expires_at timestamptz not null
);

alter table app.users enable row level security;
alter table app.tenants enable row level security;
alter table app.memberships enable row level security;
alter table app.token_directory enable row level security;

-- Development only: the mails and text messages that would have been sent.
create table app_private.mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  channel text not null check (channel in ('email', 'sms')),
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null default clock_timestamp()
);

create index mailbox_recipient_idx on app_private.mailbox (lower(recipient), id);

-- The password of the login that request traffic uses; see request-login.ts.
create table app_private.request_login (
  single boolean primary key default true check (single),
  password text not null
);
