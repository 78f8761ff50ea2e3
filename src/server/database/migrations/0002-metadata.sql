-- What a workspace is made of, released like code: definitions, their immutable versions, releases that name one version
-- of each, and drafts. `tenants.release_id` says which release counts.

create function app.current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;

create function app.current_user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::uuid;

create function app.current_release() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.release', true), '')::uuid;

-- Puts a table behind the second wall: no row without the tenant of the transaction, for its owner neither.
create function app_private.protect(target regclass, privileges text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)
     with check (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)', target);
  execute format('grant %s on %s to formwork_app', privileges, target);
end
$$;

-- For tables whose rows are written once.
create function app_private.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create function app_private.make_append_only(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger append_only before update or truncate on %s for each statement execute function app_private.refuse_change()', target);
end
$$;

create table app.definitions (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('model', 'archetype', 'role', 'field_permissions', 'route', 'layout', 'view', 'settings')),
  created_at timestamptz not null default now(),
  created_by uuid not null,
  primary key (tenant_id, id)
);

create table app.definition_versions (
  tenant_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  created_at timestamptz not null default now(),
  created_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, definition_id) references app.definitions (tenant_id, id) on delete cascade
);

create index definition_versions_definition_idx on app.definition_versions (tenant_id, definition_id);

create table app.releases (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  number integer not null check (number >= 0),
  note text,
  base_release_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, base_release_id) references app.releases (tenant_id, id)
);

create table app.release_entries (
  tenant_id uuid not null,
  release_id uuid not null,
  kind text not null,
  key text not null,
  definition_id uuid not null,
  version_id uuid not null,
  primary key (tenant_id, release_id, kind, key),
  unique (tenant_id, release_id, definition_id),
  foreign key (tenant_id, release_id) references app.releases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, definition_id) references app.definitions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references app.definition_versions (tenant_id, id) on delete cascade
);

create index release_entries_definition_idx on app.release_entries (tenant_id, definition_id);
create index release_entries_version_idx on app.release_entries (tenant_id, version_id);

-- Which release counted from when on.
create table app.activations (
  tenant_id uuid not null,
  id uuid not null,
  release_id uuid not null,
  at timestamptz not null default now(),
  by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, release_id) references app.releases (tenant_id, id) on delete cascade
);

create index activations_release_idx on app.activations (tenant_id, release_id);

-- `body` null: to be taken out with the next release.
create table app.drafts (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  kind text not null check (kind in ('model', 'archetype', 'role', 'field_permissions', 'route', 'layout', 'view', 'settings')),
  key text not null,
  body jsonb,
  base_version_id uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid not null,
  primary key (tenant_id, kind, key)
);

-- What the product ships, the same for everybody: so that lists of screens can show it beside a workspace's own.
create table app.stock_screens (
  kind text not null check (kind in ('layout', 'route')),
  key text not null,
  body jsonb not null,
  primary key (kind, key)
);

grant select on app.stock_screens to formwork_app;

select app_private.protect('app.definitions', 'select, insert');
select app_private.protect('app.definition_versions', 'select, insert');
select app_private.protect('app.releases', 'select, insert');
select app_private.protect('app.release_entries', 'select, insert');
select app_private.protect('app.activations', 'select, insert');
select app_private.protect('app.drafts', 'select, insert, update, delete');

select app_private.make_append_only('app.definition_versions');
select app_private.make_append_only('app.releases');
select app_private.make_append_only('app.release_entries');
select app_private.make_append_only('app.activations');

alter table app.tenants
  add foreign key (id, release_id) references app.releases (tenant_id, id) deferrable initially deferred;
