-- Buckets of a workspace and what they hold, as the storage protocol knows them. The bytes lie in the blob store under
-- storage_key, which only the server makes.

create table app.buckets (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id text collate "C" not null check (length(id) between 1 and 100),
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0),
  allowed_mime_types jsonb check (jsonb_typeof(allowed_mime_types) = 'array'),
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table app.bucket_objects (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  bucket_id text collate "C" not null,
  name text collate "C" not null check (octet_length(name) between 1 and 1024),
  version uuid not null,
  owner uuid,
  size bigint not null check (size >= 0),
  type text not null,
  etag text not null,
  -- Seconds; counts for public buckets only.
  cache_seconds integer not null check (cache_seconds >= 0),
  user_metadata jsonb,
  storage_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, bucket_id, name),
  foreign key (tenant_id, bucket_id) references app.buckets (tenant_id, id)
);
create index bucket_objects_key_idx on app.bucket_objects (tenant_id, storage_key);

-- Uploads in pieces. A finished one becomes an object, or a file of records when it has no bucket, and its row goes.
create table app.uploads (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  -- Null: a file for a record, `name` is what it is called.
  bucket_id text collate "C",
  name text not null,
  owner uuid,
  size bigint not null check (size >= 0),
  received bigint not null default 0 check (received between 0 and size),
  options jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, bucket_id) references app.buckets (tenant_id, id) on delete cascade
);
create index uploads_bucket_idx on app.uploads (tenant_id, bucket_id);
create index uploads_expiry_idx on app.uploads (tenant_id, expires_at);

create table app.upload_pieces (
  tenant_id uuid not null,
  upload_id uuid not null,
  position bigint not null,
  size bigint not null check (size > 0),
  storage_key text not null,
  primary key (tenant_id, upload_id, position),
  foreign key (tenant_id, upload_id) references app.uploads (tenant_id, id) on delete cascade
);
create index upload_pieces_key_idx on app.upload_pieces (tenant_id, storage_key);

-- Blobs that are being written or about to be removed, and by which process. What no row refers to once the process is
-- gone is removed; so whatever happens, no blob is there that nobody knows of.
create table app.pending_blobs (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  storage_key text not null,
  process uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, storage_key)
);

-- Bytes of all files of a workspace. Its row is locked by whoever adds to it until they commit, so it is exact.
create table app.storage_usage (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  bytes bigint not null default 0,
  -- Null: as much as the server allows every workspace.
  quota bigint check (quota >= 0)
);

select app_private.protect('app.buckets', 'select, insert, update, delete');
select app_private.protect('app.bucket_objects', 'select, insert, update, delete');
select app_private.protect('app.uploads', 'select, insert, update, delete');
select app_private.protect('app.upload_pieces', 'select, insert, delete');
select app_private.protect('app.pending_blobs', 'select, insert, delete');
select app_private.protect('app.storage_usage', 'select');

create table app_private.storage_settings (
  single boolean primary key default true check (single),
  quota bigint not null
);
insert into app_private.storage_settings (quota) values (20480::bigint * 1024 * 1024);

-- What a workspace may have and has, in bytes.
create function app.storage_room() returns table (bytes bigint, quota bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(u.bytes, 0), coalesce(u.quota, s.quota)
  from app_private.storage_settings s
  left join app.storage_usage u on u.tenant_id = app.current_tenant()
$$;

create function app_private.count_storage() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change bigint := case when tg_op = 'DELETE' then 0 else new.size end - case when tg_op = 'INSERT' then 0 else old.size end;
  place uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  total bigint;
  most bigint;
begin
  if change < 0 then
    update app.storage_usage u set bytes = greatest(0, u.bytes + change) where u.tenant_id = place;
  elsif change > 0 then
    insert into app.storage_usage as u (tenant_id, bytes) values (place, change)
      on conflict (tenant_id) do update set bytes = u.bytes + excluded.bytes
      returning u.bytes, coalesce(u.quota, (select s.quota from app_private.storage_settings s)) into total, most;
    if total > most then
      raise exception 'the storage of this workspace is full' using errcode = 'FW002';
    end if;
  end if;
  return null;
end
$$;

create trigger count_storage after insert or delete or update of size on app.bucket_objects
  for each row execute function app_private.count_storage();
create trigger count_storage after insert or delete or update of size on app.uploads
  for each row execute function app_private.count_storage();
create trigger count_storage after insert or delete or update of size on app.files
  for each row execute function app_private.count_storage();
create index files_key_idx on app.files (tenant_id, storage_key);

-- What was there before it was counted.
alter table app.files no force row level security;
alter table app.storage_usage no force row level security;
insert into app.storage_usage (tenant_id, bytes) select tenant_id, sum(size) from app.files group by tenant_id;
alter table app.files force row level security;
alter table app.storage_usage force row level security;

-- Names of public buckets are known to everybody and lead to one workspace each.
create table app_private.public_buckets (
  id text collate "C" primary key,
  tenant_id uuid not null references app.tenants (id) on delete cascade
);

-- Makes the name of a bucket of this workspace public or no longer so. False when another workspace has it.
create function app.publish_bucket(p_bucket text, p_public boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not p_public then
    delete from app_private.public_buckets p where p.id = p_bucket and p.tenant_id = app.current_tenant();
    return true;
  end if;
  insert into app_private.public_buckets (id, tenant_id) values (p_bucket, app.current_tenant()) on conflict do nothing;
  return exists (select from app_private.public_buckets p where p.id = p_bucket and p.tenant_id = app.current_tenant());
end
$$;

-- One object for somebody who shows no sign-in: of the workspace that a signed address names, or of a public bucket when
-- none is named. The caller has checked the signature.
create function app.shared_object(p_tenant uuid, p_bucket text, p_name text)
returns table (tenant_id uuid, id uuid, version uuid, name text, size bigint, type text, etag text, cache_seconds integer,
  user_metadata jsonb, storage_key text, created_at timestamptz, updated_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := coalesce(p_tenant, (select p.tenant_id from app_private.public_buckets p where p.id = p_bucket));
begin
  if place is null then
    return;
  end if;
  perform set_config('app.tenant', place::text, true);
  return query
    select o.tenant_id, o.id, o.version, o.name, o.size, o.type, o.etag, o.cache_seconds, o.user_metadata, o.storage_key,
      o.created_at, o.updated_at
    from app.bucket_objects o
    join app.tenants t on t.id = o.tenant_id and t.suspended_at is null
    where o.tenant_id = place and o.bucket_id = p_bucket and o.name = p_name;
  perform set_config('app.tenant', '', true);
end
$$;

-- Whether a person (still) belongs to the workspace of the transaction: asked for whoever signed an upload.
create function app.is_member(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from app.memberships m
    where m.tenant_id = app.current_tenant() and m.user_id = p_user and m.suspended_at is null
  )
$$;

-- Blobs of this workspace whose process is gone, or that are older than a day: `used` says whether a row refers to them.
create function app_private.abandoned_blobs(p_tenant uuid)
returns table (storage_key text, used boolean)
language sql volatile set search_path = '' as $$
  select b.storage_key,
    exists (select from app.bucket_objects o where o.tenant_id = p_tenant and o.storage_key = b.storage_key)
      or exists (select from app.upload_pieces p where p.tenant_id = p_tenant and p.storage_key = b.storage_key)
      or exists (select from app.files f where f.tenant_id = p_tenant and f.storage_key = b.storage_key)
      or exists (select from app.imports i where i.tenant_id = p_tenant and i.storage_key = b.storage_key)
      or exists (select from app.exports e where e.tenant_id = p_tenant and e.storage_key = b.storage_key)
  from app.pending_blobs b
  where b.tenant_id = p_tenant
    and (b.created_at < now() - interval '1 day'
      or pg_try_advisory_xact_lock_shared(hashtextextended('formwork process ' || b.process::text, 0)))
  limit 500
$$;

revoke execute on function app.storage_room(), app.publish_bucket(text, boolean), app.shared_object(uuid, text, text),
  app.is_member(uuid) from public;
grant execute on function app.storage_room(), app.publish_bucket(text, boolean), app.shared_object(uuid, text, text),
  app.is_member(uuid) to formwork_app;
