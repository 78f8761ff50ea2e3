-- Why a step failed, also where steps are listed: as each reader is told; what was noted before reasons were is one in English.
create or replace view app.sys_workflow_step with (security_invoker = true) as
select s.tenant_id, s.id, s.run_id, s.number, s.step_id, s.kind, s.title, s.turn, s.status, s.attempt, s.input, s.output, s.error,
  s.took_ms, s.at,
  coalesce(s.reasons, case when s.error is not null then jsonb_build_array(jsonb_build_object('message', s.error)) end) as reasons
from app.workflow_steps s;
