-- What the calls of a workflow to other programs are signed with, where somebody has made a secret for it. Apart from what
-- requests may read, as secrets of webhooks are; it ends with the workflow, as the address that begins one does.
create table app_private.workflow_secrets (
  tenant_id uuid not null,
  workflow_id uuid not null,
  secret text not null,
  primary key (tenant_id, workflow_id),
  foreign key (tenant_id, workflow_id) references app.workflow_states (tenant_id, workflow_id) on delete cascade
);

create function app.keep_workflow_secret(p_workflow uuid, p_secret text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app_private.workflow_secrets (tenant_id, workflow_id, secret)
  values (app.current_tenant(), p_workflow, p_secret)
  on conflict (tenant_id, workflow_id) do update set secret = excluded.secret
$$;

-- The workflows of the workspace whose calls are signed.
create function app.signing_workflows() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.workflow_id from app_private.workflow_secrets s where s.tenant_id = app.current_tenant()
$$;

revoke execute on function app.keep_workflow_secret(uuid, text), app.signing_workflows() from public;
grant execute on function app.keep_workflow_secret(uuid, text), app.signing_workflows() to formwork_app;
