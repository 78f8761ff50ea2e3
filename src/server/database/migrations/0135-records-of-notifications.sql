-- The records whose values the words of a notification, and of what somebody is asked to decide, were made from:
-- `[{"model": its id, "id": its id, "fields": [keys]}]`. Words are shown only to who may see all of them when they are read.
alter table app.notifications add column about jsonb not null default '[]';
alter table app.approvals add column about jsonb not null default '[]';

-- What was told before: the record a run began with, and those that a link or, of a question, its title leads to. One that is
-- gone for good is of no model, and seen by nobody.
do $$
declare
  workspace record;
begin
  for workspace in select id from app.tenants loop
    perform set_config('app.tenant', workspace.id::text, true);
    update app.approvals a set about = jsonb_build_array(jsonb_build_object('model', r.model_id, 'id', r.record_id))
      from app.workflow_runs r
      where a.tenant_id = workspace.id and r.tenant_id = a.tenant_id and r.id = a.run_id and r.record_id is not null;
    update app.notifications n set about = jsonb_build_array(jsonb_build_object('model', r.model_id, 'id', r.record_id))
      from app.workflow_runs r
      where n.tenant_id = workspace.id and r.tenant_id = n.tenant_id and r.id = n.run_id and r.record_id is not null;
    update app.notifications n set about = jsonb_build_array(jsonb_build_object('model', o.model_id, 'id', linked.id))
      from (
        select w.id as told, substring(w.link from '^(?:/customer/project|/customer/estimates|/estimates)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:$|[/?#])')::uuid as id
        from app.notifications w where w.tenant_id = workspace.id and w.ours
      ) linked left join app.objects o on o.tenant_id = workspace.id and o.id = linked.id
      where n.tenant_id = workspace.id and n.id = linked.told and linked.id is not null;
    update app.notifications n set about = jsonb_build_array(jsonb_build_object('model', q.model_id, 'id', q.id))
      from (
        select w.id as told, o.model_id, o.id from app.notifications w
        left join app.objects o on o.tenant_id = w.tenant_id and o.attributes ->> 'title' = w.message and o.attributes ? 'asked_by'
        where w.tenant_id = workspace.id and w.ours and w.link = '/estimates/questions'
      ) q
      where n.tenant_id = workspace.id and n.id = q.told;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
