-- Why a delivery did not get there, with places for its values, apart from what an address answered; why a webhook was
-- turned off, as a reason too: each reader is told in their own language.
alter table app.webhook_deliveries add column reasons jsonb;

create or replace view app.sys_webhook with (security_invoker = true) as
select w.tenant_id, w.id, w.name, w.url, w.models, w.kinds, w.filter, w.active, w.user_id, w.failing_since, w.trouble,
  case
    when w.trouble is not null then 'stopped'
    when not w.active then 'off'
    when w.failing_since is not null then 'failing'
    else 'active'
  end as status,
  w.created_at,
  case when w.trouble is not null then jsonb_build_array(jsonb_build_object('message', w.trouble)) end as reasons
from app.webhooks w;

create or replace view app.sys_webhook_delivery with (security_invoker = true) as
select d.tenant_id, d.id, d.webhook_id, d.kind, d.number::integer as number, d.model, d.record_id, d.status, d.attempts,
  case when d.status = 'waiting' and d.attempts > 0 then d.next_at end as next_at, d.http_status,
  case when d.http_status is not null then d.answer end as answer, d.took_ms,
  d.delivered_at, d.created_at,
  case when d.http_status is null then
    coalesce(d.reasons, case when d.answer <> '' then jsonb_build_array(jsonb_build_object('message', d.answer)) end)
  end as reasons
from app.webhook_deliveries d;
