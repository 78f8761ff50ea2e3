-- Records as they were, made from the records of now and what happened since: later changes are taken back, the newest
-- first. Whoever asks sees what the policies let them see; values of fields they may not read are withheld by the kernel.

create function app.first_id(p_at timestamptz) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(greatest(0, (extract(epoch from p_at) * 1000)::bigint)), 12, '0') || repeat('0', 20))::uuid;

create aggregate app.merged(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');

create function app.without_nulls(p_map jsonb) returns jsonb language sql immutable parallel safe
  return (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_map) where value <> 'null');

-- Two ways to say what is later: by a moment (ids begin with the time at which their server made them; ten minutes are
-- for clocks that differ), and by naming the events.
do $do$
declare
  way record;
begin
  for way in
    select * from (values
      ('objects_at', 'p_at timestamptz', $$e.id >= app.first_id(p_at - interval '10 minutes') and date_trunc('milliseconds', e.at) > p_at$$, $$date_trunc('milliseconds', e.at) <= p_at$$, $$date_trunc('milliseconds', o.created_at) <= p_at$$),
      ('objects_without', 'p_events uuid[]', 'e.id = any (p_events)', 'e.id <> all (p_events)', 'true')
    ) as v (name, parameter, later, earlier, possible)
  loop
    execute format($fn$
      create function app.%1$I(p_tenant uuid, %2$s) returns setof app.objects language sql stable as $body$
        select o.* from app.objects o
        where o.tenant_id = p_tenant and %5$s and not exists (
          select from app.events e
          where e.tenant_id = p_tenant and e.record_id = o.id and e.subject = 'record' and %3$s
        )
        union all
        select r.*
        from (
          select e.record_id, count(*)::integer as changes, app.merged(e.before order by e.at desc, e.id desc) as old,
            (array_agg(e.kind order by e.at, e.id) filter (where e.kind <> 'updated'))[1] as next
          from app.events e
          where e.tenant_id = p_tenant and e.record_id is not null and e.subject = 'record' and %3$s
          group by e.record_id
        ) l
        join app.objects o on o.tenant_id = p_tenant and o.id = l.record_id
        left join lateral (
          select e.at, e.actor_id from app.events e
          where e.tenant_id = p_tenant and e.record_id = o.id and e.subject = 'record' and %4$s
          order by e.id desc limit 1
        ) was on true
        cross join lateral jsonb_populate_record(o, jsonb_build_object(
          'attributes', app.without_nulls(o.attributes || (l.old - 'archetype_id')),
          'archetype_id', case when l.old ? 'archetype_id' then l.old -> 'archetype_id' else to_jsonb(o.archetype_id) end,
          'deleted_at', case when l.next = 'deleted' then null else o.deleted_at end,
          'revision', greatest(1, o.revision - l.changes),
          'updated_at', coalesce(was.at, o.created_at),
          'updated_by', coalesce(was.actor_id, o.created_by)
        )) r
        -- What was made later was not there, what was brought back later was in the bin.
        where l.next is null or l.next = 'deleted'
      $body$
    $fn$, way.name, way.parameter, way.later, way.earlier, way.possible);
  end loop;
end
$do$;

revoke execute on function app.first_id(timestamptz), app.merged(jsonb), app.without_nulls(jsonb),
  app.objects_at(uuid, timestamptz), app.objects_without(uuid, uuid[]) from public;
grant execute on function app.first_id(timestamptz), app.merged(jsonb), app.without_nulls(jsonb),
  app.objects_at(uuid, timestamptz), app.objects_without(uuid, uuid[]) to formwork_app;
