-- What was wrong with a row, with places for its values: each reader is told in their own language. `message` keeps it in English.
alter table app.import_errors add column said jsonb;

-- What a release changed by names of their own, so that a reader sees those the product gave in their own language.
drop view app.sys_release;
create view app.sys_release with (security_invoker = true) as
select tenant_id, id, number, note, id = app.current_release() as current, created_at, created_by,
  case number when 0 then '["workspace"]'::jsonb else
    (select coalesce(jsonb_agg(distinct kind), '[]') from app.release_changes(tenant_id, id, base_release_id)) end as changed,
  case when number > 0 then
    (select to_jsonb((array_agg(distinct name) filter (where name is not null))[1:50])
     from app.release_changes(tenant_id, id, base_release_id)) end as names
from app.releases;
grant select on app.sys_release to formwork_app;
