-- Why a run failed, also where runs are listed: as each reader is told; what was noted before reasons were is one in English.
create or replace view app.sys_workflow_run with (security_invoker = true) as
select w.tenant_id, w.id, w.workflow_id, w.key, w.title, w.status, w.trigger_kind, w.model_id, w.record_id, w.user_id, w.role,
  w.depth, w.parent_id, w.replay_of, w.steps, w.attempts, w.error, case when w.status = 'waiting' then w.next_at end as next_at,
  w.created_at, w.ended_at,
  coalesce(w.reasons, case when w.error is not null then jsonb_build_array(jsonb_build_object('message', w.error)) end) as reasons
from app.workflow_runs w;
