-- The model of a workflow as a record that is named by its label: its key is nothing people know.
create or replace view app.sys_workflow with (security_invoker = true) as
select r.tenant_id, r.id, r.key, r.body ->> 'title' as title, r.body ->> 'description' as description,
  (r.body ->> 'active')::boolean as active, r.body -> 'trigger' ->> 'on' as trigger,
  r.body -> 'trigger' ->> 'model' as model, r.body ->> 'runs_as' as runs_as,
  s.user_id, s.next_at, l.status as last_status, l.created_at as last_at,
  (select count(*)::integer from app.workflow_runs f
    where f.tenant_id = r.tenant_id and f.workflow_id = r.id and f.status in ('failed', 'stopped')) as failed,
  r.created_at, r.updated_at, r.updated_by, m.id as model_id
from app.released r
left join app.workflow_states s on s.tenant_id = r.tenant_id and s.workflow_id = r.id
left join lateral (
  select w.status, w.created_at from app.workflow_runs w
  where w.tenant_id = r.tenant_id and w.workflow_id = r.id order by w.id desc limit 1
) l on true
left join app.released m
  on m.tenant_id = r.tenant_id and m.kind = 'model' and m.key = r.body -> 'trigger' ->> 'model'
where r.kind = 'workflow';
