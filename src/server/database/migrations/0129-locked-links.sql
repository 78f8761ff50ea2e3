-- A link may ask for a password beside its secret. Requests never read what is kept of it: whoever enters by a link is told,
-- so that the server compares.
alter table app.shares add column password_hash text check (length(password_hash) between 1 and 200),
  add column locked boolean not null generated always as (password_hash is not null) stored;
grant select (locked) on app.shares to formwork_app;

drop function app.enter_share(bytea);
create function app.enter_share(p_hash bytea)
returns table (tenant_id uuid, tenant_name text, release_id uuid, slots_id uuid, model_id uuid, record_id uuid, fields text[],
  expires_at timestamptz, password_hash text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'share';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  select t.id, t.name, t.release_id, t.slots_id, o.model_id, s.record_id, s.fields, s.expires_at, s.password_hash
    into enter_share.tenant_id, enter_share.tenant_name, enter_share.release_id, enter_share.slots_id,
      enter_share.model_id, enter_share.record_id, enter_share.fields, enter_share.expires_at, enter_share.password_hash
    from app.shares s
    join app.tenants t on t.id = s.tenant_id
    join app.objects o on o.tenant_id = s.tenant_id and o.id = s.record_id and o.deleted_at is null
    where s.tenant_id = place and s.token_hash = p_hash and s.revoked_at is null and s.expires_at > now()
      and t.suspended_at is null;
  if not found then
    perform set_config('app.tenant', '', true);
    return;
  end if;
  perform set_config('app.user', '', true);
  perform set_config('app.role', 'public', true);
  perform set_config('app.release', enter_share.release_id::text, true);
  return next;
end
$$;
revoke execute on function app.enter_share(bytea) from public;
grant execute on function app.enter_share(bytea) to formwork_app;
