-- Further cost groups of a line are fixed with the version the line is in. They name no version themselves.

create or replace function app_private.frozen_keys(p_standard text) returns text[] language sql immutable set search_path = ''
  return case p_standard
    when 'estimate_versions' then array['estimate', 'title', 'version_no', 'variant', 'parent_version', 'currency', 'price_date',
      'region', 'rounding', 'discount_pct', 'vat_rates', 'direct_cost', 'labour', 'material', 'equipment', 'subcontract',
      'other', 'markups', 'discount', 'net', 'vat', 'vat_amounts', 'gross', 'margin', 'line_sums', 'line_count', 'issue_count', 'issues',
      'content_hash', 'hash_form', 'locked_at', 'customer_text']
    when 'estimate_lines' then array['version', 'parent', 'kind', 'sort', 'place', 'depth', 'number', 'fixed_number', 'lineage', 'title', 'text', 'quantity',
      'qty_formula', 'unit', 'rate_source', 'item', 'recipe_version', 'recipe_params', 'unit_rate', 'rate_override', 'rate',
      'item_type', 'alt_group', 'alt_no', 'selected', 'discount_pct', 'vat_code', 'cost_group', 'location', 'line_total',
      'node_total', 'net_total', 'without_resources', 'labour', 'material', 'equipment', 'subcontract', 'other', 'issue',
      'customer_text', 'visible_to_customer']
    when 'estimate_markups' then array['version', 'key', 'label', 'sort', 'category', 'basis_types', 'basis_keys', 'kind',
      'value', 'spread', 'visible', 'base_amount', 'amount']
    when 'estimate_resources' then array['version', 'line', 'path', 'item_code', 'name', 'type', 'unit', 'qty_per_unit',
      'waste_pct', 'price', 'price_basis', 'price_date', 'price_note', 'price_from', 'price_valid_from', 'price_row', 'formula',
      'quantity', 'amount']
    when 'estimate_variables' then array['version', 'key', 'label', 'unit', 'formula', 'value']
    when 'line_classifications' then array['line', 'cost_group', 'share', 'amount']
  end;

-- As `require_draft`, by the version of the line. A line that is purged takes its cost groups with it.
create function app_private.require_draft_of_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := coalesce(new.tenant_id, old.tenant_id);
  wanted uuid;
  found text;
  title text;
begin
  if tg_op = 'UPDATE' and new.deleted_at is not distinct from old.deleted_at
    and not app_private.is_frozen_changed('line_classifications', old.attributes, new.attributes)
    or tg_op = 'DELETE' and (old.deleted_at is not null
      or current_setting('app.removing', true) is not distinct from old.tenant_id::text)
  then
    return coalesce(new, old);
  end if;
  for wanted in
    select distinct (o.attributes ->> 'version')::uuid from app.objects o
    where o.tenant_id = owner and o.standard = 'estimate_lines' and o.id in (
      case when tg_op <> 'INSERT' then (old.attributes ->> 'line')::uuid end,
      case when tg_op <> 'DELETE' then (new.attributes ->> 'line')::uuid end)
  loop
    select e.status into found from app.estimate_versions e where e.tenant_id = owner and e.id = wanted for share;
    continue when found = 'draft' or found is null;
    select o.attributes ->> 'title' into title from app.objects o where o.tenant_id = owner and o.id = wanted;
    raise exception '% is no draft and does not change.', coalesce(title, 'The version') using errcode = 'FW003';
  end loop;
  return coalesce(new, old);
end
$$;

create trigger require_draft_of_line_on_insert before insert on app.objects for each row
  when (new.standard = 'line_classifications') execute function app_private.require_draft_of_line();
create trigger require_draft_of_line_on_update before update of attributes, deleted_at on app.objects for each row
  when (new.standard = 'line_classifications'
    and (new.attributes is distinct from old.attributes or new.deleted_at is distinct from old.deleted_at))
  execute function app_private.require_draft_of_line();
create trigger require_draft_of_line_on_delete before delete on app.objects for each row
  when (old.standard = 'line_classifications') execute function app_private.require_draft_of_line();
