-- Webhooks: whoever is to be told of changes by HTTP, and what became of each telling. Change numbers say what is new,
-- so nothing is lost while no server runs.

create table app.webhooks (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  -- Whose rights say what is told.
  user_id uuid not null default app.current_user_id(),
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) <= 2000),
  -- Keys of models, kinds of changes.
  models jsonb not null check (jsonb_typeof(models) = 'array'),
  kinds jsonb not null check (jsonb_typeof(kinds) = 'array'),
  filter jsonb,
  secret text not null,
  active boolean not null default true,
  -- Every change up to this number was looked at.
  cursor bigint not null,
  failing_since timestamptz,
  -- Why the server turned it off.
  trouble text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table app.webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  kind text not null,
  -- Null: a test, or that changes are no longer kept.
  number bigint,
  model text,
  record_id uuid,
  fields jsonb,
  actor_id uuid,
  changed_at timestamptz,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  -- Somebody is sending it until then; a server that dies lets it go again.
  claimed_until timestamptz,
  http_status integer,
  answer text,
  took_ms integer,
  delivered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references app.webhooks (tenant_id, id) on delete cascade
);
create index webhook_deliveries_waiting_idx on app.webhook_deliveries (tenant_id, next_at) where status = 'waiting';
create index webhook_deliveries_record_idx on app.webhook_deliveries (tenant_id, webhook_id, record_id, id)
  where status = 'waiting';
create index webhook_deliveries_webhook_idx on app.webhook_deliveries (tenant_id, webhook_id, id);
create index webhook_deliveries_age_idx on app.webhook_deliveries (tenant_id, created_at);

select app_private.protect('app.webhooks', 'insert, delete');
-- Everything but the secret.
grant select (tenant_id, id, user_id, name, url, models, kinds, filter, active, cursor, failing_since, trouble, created_at),
  update (user_id, name, url, models, kinds, filter, active, failing_since, trouble) on app.webhooks to formwork_app;
create policy own_only on app.webhooks as restrictive for insert with check (user_id = app.current_user_id());
select app_private.protect('app.webhook_deliveries', 'select, insert');
grant update (status, attempts, next_at) on app.webhook_deliveries to formwork_app;

create view app.sys_webhook with (security_invoker = true) as
select w.tenant_id, w.id, w.name, w.url, w.models, w.kinds, w.filter, w.active, w.user_id, w.failing_since, w.trouble,
  case
    when w.trouble is not null then 'stopped'
    when not w.active then 'off'
    when w.failing_since is not null then 'failing'
    else 'active'
  end as status,
  w.created_at
from app.webhooks w;

create view app.sys_webhook_delivery with (security_invoker = true) as
select d.tenant_id, d.id, d.webhook_id, d.kind, d.number::integer as number, d.model, d.record_id, d.status, d.attempts,
  case when d.status = 'waiting' and d.attempts > 0 then d.next_at end as next_at, d.http_status, d.answer, d.took_ms,
  d.delivered_at, d.created_at
from app.webhook_deliveries d;
grant select on app.sys_webhook, app.sys_webhook_delivery to formwork_app;

-- When a workspace's webhooks want to be looked at next. For the process that sends, across workspaces; holds no content.
create table app_private.webhook_due (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  due_at timestamptz not null
);
create index webhook_due_idx on app_private.webhook_due (due_at);

-- There is something to be sent in this workspace now.
create function app.wake_webhooks() returns void
language sql volatile security definer set search_path = '' as $$
  insert into app_private.webhook_due as d (tenant_id, due_at) values (app.current_tenant(), now())
  on conflict (tenant_id) do update set due_at = least(d.due_at, excluded.due_at)
$$;

-- Deliveries somebody has at hand, with what is needed to send them, in the order of their changes: the next of a record
-- waits for the one before it. Answers what this process may send now; others pass these over.
create function app_private.claim_deliveries(p_tenant uuid, p_most integer)
returns table (id uuid, webhook_id uuid, kind text, number bigint, model text, record_id uuid, fields jsonb, actor_id uuid,
  changed_at timestamptz, attempts integer, user_id uuid, name text, url text, secret text)
language plpgsql volatile set search_path = '' as $$
begin
  return query
    with ready as (
      select d.id from app.webhook_deliveries d
      join app.webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id and w.active
      where d.tenant_id = p_tenant and d.status = 'waiting' and d.next_at <= clock_timestamp()
        and (d.claimed_until is null or d.claimed_until < clock_timestamp())
        and not exists (
          select from app.webhook_deliveries e
          where e.tenant_id = d.tenant_id and e.webhook_id = d.webhook_id and e.record_id = d.record_id
            and e.status = 'waiting' and e.id < d.id
        )
      order by d.id limit p_most
      for update of d skip locked
    )
    update app.webhook_deliveries d
      set claimed_until = clock_timestamp() + interval '1 minute', attempts = d.attempts + 1
    from ready r, app.webhooks w
    where d.tenant_id = p_tenant and d.id = r.id and w.tenant_id = d.tenant_id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.kind, d.number, d.model, d.record_id, d.fields, d.actor_id, d.changed_at, d.attempts,
      w.user_id, w.name, w.url, w.secret;
end
$$;

revoke execute on function app.wake_webhooks() from public;
grant execute on function app.wake_webhooks() to formwork_app;
