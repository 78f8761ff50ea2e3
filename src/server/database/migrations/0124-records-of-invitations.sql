-- Which record will stand for who is invited, as the form of an invitation writes it.
create or replace view app.sys_invite with (security_invoker = true) as
select tenant_id, id, email, role,
  case
    when accepted_at is not null then 'accepted'
    when revoked_at is not null then 'withdrawn'
    when expires_at <= now() then 'expired'
    else 'open'
  end as status,
  expires_at, accepted_at, created_at, created_by, record_id
from app.invites;
