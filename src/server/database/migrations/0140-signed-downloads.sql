-- What a signed address leads to: nothing once whoever signed it is no member any more, is suspended or shut out. A program
-- with the service key signs as nobody in particular (null), and so did addresses of before.
create function app.signed_object(p_tenant uuid, p_bucket text, p_name text, p_signer uuid)
returns table (tenant_id uuid, id uuid, version uuid, name text, size bigint, type text, etag text, cache_seconds integer,
  user_metadata jsonb, storage_key text, created_at timestamptz, updated_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_here boolean := p_signer is null;
begin
  if not is_here then
    perform set_config('app.tenant', p_tenant::text, true);
    is_here := app.role_now(p_signer) is not null;
    perform set_config('app.tenant', '', true);
  end if;
  if is_here then
    return query select * from app.shared_object(p_tenant, p_bucket, p_name);
  end if;
end
$$;
revoke execute on function app.signed_object(uuid, text, text, uuid) from public;
grant execute on function app.signed_object(uuid, text, text, uuid) to formwork_app;
