-- Records of a workspace's own models, what happened to them, and what belongs to them.

create table app.objects (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  token text not null,
  model_id uuid not null,
  archetype_id uuid,
  parent_id uuid,
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  search text not null default '',
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  updated_at timestamptz not null default now(),
  updated_by uuid not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token),
  foreign key (tenant_id, model_id) references app.definitions (tenant_id, id),
  foreign key (tenant_id, archetype_id) references app.definitions (tenant_id, id),
  foreign key (tenant_id, parent_id) references app.objects (tenant_id, id),
  check (parent_id <> id)
);

create index objects_model_idx on app.objects (tenant_id, model_id, id);
create index objects_archetype_idx on app.objects (tenant_id, archetype_id) where archetype_id is not null;
create index objects_parent_idx on app.objects (tenant_id, parent_id, id) where parent_id is not null;

-- One row per value of a unique field: the primary key decides races. `value` is short text, or a hash of longer text.
create table app.unique_values (
  tenant_id uuid not null,
  model_id uuid not null,
  field_key text not null,
  value text collate "C" not null check (length(value) <= 500),
  object_id uuid not null,
  primary key (tenant_id, model_id, field_key, value),
  foreign key (tenant_id, object_id) references app.objects (tenant_id, id) on delete cascade
);

create index unique_values_object_idx on app.unique_values (tenant_id, object_id);

-- Who did what, when: for records (model_id, record_id) and for the workspace itself (subject: member, invite, release …).
-- Nobody may change it, the owner neither.
create table app.events (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  kind text not null check (kind ~ '^[a-z][a-z_.]{0,62}$'),
  subject text not null default 'record',
  model_id uuid,
  record_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (tenant_id, id)
);

create index events_record_idx on app.events (tenant_id, record_id, id) where record_id is not null;
create index events_model_idx on app.events (tenant_id, model_id, id) where model_id is not null;

create table app.files (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  name text not null,
  type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea,
  storage_key text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);

create table app.imports (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  name text not null,
  format text not null check (format in ('csv', 'tsv', 'xlsx', 'json')),
  status text not null default 'staged' check (status in ('staged', 'running', 'done', 'failed', 'undone')),
  storage_key text,
  row_count integer not null default 0,
  done_count integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  rejected_count integer not null default 0,
  rejected jsonb not null default '[]',
  staged jsonb,
  run jsonb,
  model_key text,
  model_id uuid,
  release_id uuid,
  routes jsonb not null default '[]',
  error text,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table app.import_records (
  tenant_id uuid not null,
  import_id uuid not null,
  object_id uuid not null,
  created boolean not null,
  before jsonb,
  primary key (tenant_id, import_id, object_id),
  foreign key (tenant_id, import_id) references app.imports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, object_id) references app.objects (tenant_id, id) on delete cascade
);

create index import_records_object_idx on app.import_records (tenant_id, object_id);

-- Compiled form validators. `name` is the SHA-256 of workspace and code, so knowing it is the permission to read it.
create table app.validators (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  name text not null check (name ~ '^[0-9a-f]{64}$'),
  code text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, name)
);

create table app.invites (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null,
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);

create index invites_email_idx on app.invites (tenant_id, email);

-- The answers of writes that carried an Idempotency-Key. Calls outside a workspace have the tenant of all zeros.
create table app.idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status integer not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, route, key)
);

create index idempotency_keys_age_idx on app.idempotency_keys (tenant_id, created_at);

select app_private.protect('app.objects', 'select, insert, update, delete');
select app_private.protect('app.unique_values', 'select, insert, update, delete');
select app_private.protect('app.events', 'select, insert');
select app_private.protect('app.files', 'select, insert, update, delete');
select app_private.protect('app.imports', 'select, insert, update, delete');
select app_private.protect('app.import_records', 'select, insert, update, delete');
select app_private.protect('app.validators', 'select');
select app_private.protect('app.invites', 'select, insert, update');
select app_private.protect('app.idempotency_keys', 'select, insert, delete');

select app_private.make_append_only('app.events');
create trigger no_delete before delete on app.events
  for each row when (pg_trigger_depth() = 0) execute function app_private.refuse_change();
