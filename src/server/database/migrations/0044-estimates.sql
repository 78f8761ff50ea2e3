-- Versions of estimates, their lines, resources and markups are records like any other (`app.objects`, column `standard`).
-- What must hold whatever writes them stands here: one accepted version, numbers that are used once, ways of a status, and
-- that nothing of a version changes once it is no draft.

create table app.estimate_versions (
  tenant_id uuid not null,
  id uuid not null,
  estimate_id uuid not null,
  -- Null until it is numbered, in the same transaction.
  version_no integer check (version_no > 0),
  variant text not null,
  status text not null check (status in ('draft', 'in_review', 'approved', 'issued', 'accepted', 'rejected', 'expired',
    'withdrawn', 'superseded', 'contracted')),
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, estimate_id) references app.objects (tenant_id, id) on delete cascade
);
create unique index estimate_versions_number_idx on app.estimate_versions (tenant_id, estimate_id, version_no);
create unique index estimate_versions_accepted_idx on app.estimate_versions (tenant_id, estimate_id)
  where status in ('accepted', 'contracted');

-- Written by the triggers below and by nothing else.
select app_private.protect('app.estimate_versions', 'select');

-- The fields that are fixed once a version is no draft. Notes, and fields a workspace has added, stay open.
create function app_private.frozen_keys(p_standard text) returns text[] language sql immutable set search_path = ''
  return case p_standard
    when 'estimate_versions' then array['estimate', 'title', 'version_no', 'variant', 'parent_version', 'currency', 'price_date',
      'region', 'rounding', 'discount_pct', 'vat_rates', 'direct_cost', 'labour', 'material', 'equipment', 'subcontract',
      'other', 'markups', 'discount', 'net', 'vat', 'vat_amounts', 'gross', 'margin', 'line_count', 'issue_count', 'issues',
      'content_hash', 'locked_at', 'customer_text']
    when 'estimate_lines' then array['version', 'parent', 'kind', 'sort', 'place', 'depth', 'number', 'lineage', 'title', 'text', 'quantity',
      'qty_formula', 'unit', 'rate_source', 'item', 'recipe_version', 'recipe_params', 'unit_rate', 'rate_override', 'rate',
      'item_type', 'alt_group', 'alt_no', 'selected', 'discount_pct', 'vat_code', 'cost_group', 'location', 'line_total',
      'node_total', 'net_total', 'without_resources', 'labour', 'material', 'equipment', 'subcontract', 'other', 'issue',
      'customer_text', 'visible_to_customer']
    when 'estimate_markups' then array['version', 'key', 'label', 'sort', 'category', 'basis_types', 'basis_keys', 'kind',
      'value', 'spread', 'visible', 'base_amount', 'amount']
    when 'estimate_resources' then array['version', 'line', 'path', 'item_code', 'name', 'type', 'unit', 'qty_per_unit',
      'waste_pct', 'price', 'price_basis', 'price_date', 'price_note', 'quantity', 'amount']
  end;

-- Whether one of the fixed fields differs.
create function app_private.is_frozen_changed(p_standard text, p_before jsonb, p_after jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select from unnest(app_private.frozen_keys(p_standard)) as k (key)
    where p_before -> k.key is distinct from p_after -> k.key)
$$;

-- Refuses a write of what belongs to a version that is no draft. The version is held for share: who issues it waits for us,
-- or we for them, and then we see what it has become.
create function app_private.require_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid;
  found text;
  title text;
begin
  for wanted in
    select distinct v.id::uuid from (values
      (case when tg_op <> 'INSERT' then old.attributes ->> 'version' end),
      (case when tg_op <> 'DELETE' then new.attributes ->> 'version' end)) as v (id)
    where v.id is not null
  loop
    select e.status into found from app.estimate_versions e
      where e.tenant_id = coalesce(new.tenant_id, old.tenant_id) and e.id = wanted for share;
    if found = 'draft' then
      continue;
    end if;
    -- Formulas a workspace has added follow, and so do its notes.
    if tg_op = 'UPDATE' and new.deleted_at is not distinct from old.deleted_at
      and not app_private.is_frozen_changed(new.standard, old.attributes, new.attributes) then
      continue;
    end if;
    -- Gone with the whole workspace, or purged after it was deleted.
    if tg_op = 'DELETE' and (old.deleted_at is not null or found is null
      or current_setting('app.removing', true) is not distinct from old.tenant_id::text) then
      continue;
    end if;
    select o.attributes ->> 'title' into title from app.objects o
      where o.tenant_id = coalesce(new.tenant_id, old.tenant_id) and o.id = wanted;
    raise exception '% is no draft and does not change.', coalesce(title, 'The version') using errcode = 'FW003';
  end loop;
  return coalesce(new, old);
end
$$;

create trigger require_draft_on_insert before insert on app.objects for each row
  when (new.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources'))
  execute function app_private.require_draft();
create trigger require_draft_on_update before update of attributes, deleted_at on app.objects for each row
  when (new.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources')
    and (new.attributes is distinct from old.attributes or new.deleted_at is distinct from old.deleted_at))
  execute function app_private.require_draft();
create trigger require_draft_on_delete before delete on app.objects for each row
  when (old.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources'))
  execute function app_private.require_draft();

-- Keeps the table above, and refuses a version that changes although it is fixed, or takes a way there is not.
create function app_private.keep_estimate_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  status_before text;
  status_now text := new.attributes ->> 'status';
begin
  if tg_op = 'UPDATE' then
    status_before := old.attributes ->> 'status';
    if status_before <> 'draft' then
      if new.deleted_at is not null and old.deleted_at is null
        or app_private.is_frozen_changed('estimate_versions',
          old.attributes - case when status_now = 'draft' or old.attributes ->> 'content_hash' is null
            then array['content_hash', 'locked_at'] else array[]::text[] end,
          new.attributes - case when status_now = 'draft' or old.attributes ->> 'content_hash' is null
            then array['content_hash', 'locked_at'] else array[]::text[] end)
      then
        raise exception '% is no draft and does not change.', old.attributes ->> 'title' using errcode = 'FW003';
      end if;
    end if;
    if status_now is distinct from status_before and not coalesce(case status_before
      when 'draft' then status_now in ('in_review', 'approved')
      when 'in_review' then status_now in ('draft', 'approved')
      when 'approved' then status_now in ('draft', 'issued')
      when 'issued' then status_now in ('accepted', 'rejected', 'expired', 'withdrawn', 'superseded')
      when 'accepted' then status_now = 'contracted' end, false)
    then
      raise exception 'A version does not go from % to %.', status_before, status_now using errcode = 'FW003';
    end if;
  end if;
  if new.deleted_at is not null then
    delete from app.estimate_versions e where e.tenant_id = new.tenant_id and e.id = new.id;
    return null;
  end if;
  insert into app.estimate_versions as e (tenant_id, id, estimate_id, version_no, variant, status, content_hash)
    values (new.tenant_id, new.id, (new.attributes ->> 'estimate')::uuid, (new.attributes ->> 'version_no')::integer,
      coalesce(new.attributes ->> 'variant', 'main'), status_now, new.attributes ->> 'content_hash')
    on conflict (tenant_id, id) do update set estimate_id = excluded.estimate_id, version_no = excluded.version_no,
      variant = excluded.variant, status = excluded.status, content_hash = excluded.content_hash
    where (e.estimate_id, e.version_no, e.variant, e.status, e.content_hash) is distinct from
      (excluded.estimate_id, excluded.version_no, excluded.variant, excluded.status, excluded.content_hash);
  return null;
end
$$;

create trigger keep_estimate_version_on_insert after insert on app.objects for each row
  when (new.standard = 'estimate_versions') execute function app_private.keep_estimate_version();
create trigger keep_estimate_version_on_update after update of attributes, deleted_at on app.objects for each row
  when (new.standard = 'estimate_versions') execute function app_private.keep_estimate_version();
