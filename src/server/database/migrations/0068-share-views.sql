-- When the link of a shared record was looked at: how often, and the latest times. Nothing says who looked.
alter table app.shares add column view_count bigint not null default 0;
alter table app.shares add column viewed_at timestamptz;
grant select (view_count, viewed_at) on app.shares to formwork_app;

create table app.share_views (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  share_id uuid not null,
  viewed_at timestamptz not null default now(),
  -- `page` or `api`.
  way text not null check (way in ('page', 'api')),
  primary key (tenant_id, id),
  foreign key (tenant_id, share_id) references app.shares (tenant_id, id) on delete cascade
);
create index share_views_share_idx on app.share_views (tenant_id, share_id, viewed_at desc);
select app_private.protect('app.share_views', 'select');

-- Whoever holds the link writes nothing themselves: this notes that they looked, of links that are open. The log keeps the
-- last hundred of each.
create function app.note_share_view(p_hash bytea, p_id uuid, p_way text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
  share uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'share';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  update app.shares s set view_count = s.view_count + 1, viewed_at = now()
    where s.tenant_id = place and s.token_hash = p_hash and s.revoked_at is null and s.expires_at > now()
    returning s.id into share;
  if share is null then
    return;
  end if;
  insert into app.share_views (tenant_id, id, share_id, way) values (place, p_id, share, p_way);
  delete from app.share_views v where v.tenant_id = place and v.share_id = share and v.id in (
    select o.id from app.share_views o where o.tenant_id = place and o.share_id = share
    order by o.viewed_at desc, o.id desc offset 100);
end
$$;
revoke execute on function app.note_share_view(bytea, uuid, text) from public;
grant execute on function app.note_share_view(bytea, uuid, text) to formwork_app;
