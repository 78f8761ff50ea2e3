-- Why a step failed, with places for its values: each reader is told in their own language. `error` keeps it in English.
alter table app.workflow_runs add column reasons jsonb;
alter table app.workflow_steps add column reasons jsonb;

-- Somebody else is asked where those who were are gone.
grant update (candidates) on app.approvals to formwork_app;
