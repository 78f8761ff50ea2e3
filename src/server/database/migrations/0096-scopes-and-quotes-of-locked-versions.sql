-- What markups are for, and the quotes of a line, are fixed with the version.

create or replace function app_private.frozen_keys(p_standard text) returns text[] language sql immutable set search_path = ''
  return case p_standard
    when 'estimate_versions' then array['estimate', 'title', 'version_no', 'variant', 'parent_version', 'currency', 'price_date',
      'region', 'rounding', 'discount_pct', 'vat_rates', 'exchange_rates', 'direct_cost', 'labour', 'material', 'equipment', 'subcontract',
      'other', 'markups', 'discount', 'net', 'vat', 'vat_amounts', 'gross', 'margin', 'line_sums', 'line_count', 'issue_count', 'issues',
      'content_hash', 'hash_form', 'locked_at', 'customer_text']
    when 'estimate_lines' then array['version', 'parent', 'kind', 'sort', 'place', 'depth', 'number', 'fixed_number', 'lineage', 'title', 'text', 'quantity',
      'qty_formula', 'unit', 'rate_source', 'item', 'recipe_version', 'recipe_params', 'unit_rate', 'rate_override', 'rate',
      'item_type', 'alt_group', 'alt_no', 'selected', 'discount_pct', 'vat_code', 'cost_group', 'location', 'line_total',
      'node_total', 'net_total', 'without_resources', 'labour', 'material', 'equipment', 'subcontract', 'other', 'issue',
      'customer_text', 'visible_to_customer']
    when 'estimate_markups' then array['version', 'key', 'label', 'sort', 'category', 'section', 'basis_types', 'basis_groups',
      'basis_keys', 'kind', 'value', 'unit', 'unit_quantity', 'spread', 'visible', 'groups', 'base_amount', 'amount']
    when 'estimate_resources' then array['version', 'line', 'path', 'item_code', 'name', 'type', 'unit', 'qty_per_unit',
      'waste_pct', 'price', 'price_basis', 'price_date', 'price_note', 'price_from', 'price_valid_from', 'price_valid_until', 'price_row',
      'formula', 'quantity', 'amount']
    when 'estimate_quotes' then array['version', 'line', 'supplier', 'price', 'currency', 'received_on', 'valid_until', 'excluded', 'chosen']
    when 'estimate_variables' then array['version', 'key', 'label', 'unit', 'formula', 'value']
    when 'line_classifications' then array['line', 'cost_group', 'share', 'amount']
  end;

drop trigger require_draft_on_insert on app.objects;
drop trigger require_draft_on_update on app.objects;
drop trigger require_draft_on_delete on app.objects;
create trigger require_draft_on_insert before insert on app.objects for each row
  when (new.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources', 'estimate_variables',
    'estimate_quotes'))
  execute function app_private.require_draft();
create trigger require_draft_on_update before update of attributes, deleted_at on app.objects for each row
  when (new.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources', 'estimate_variables',
    'estimate_quotes')
    and (new.attributes is distinct from old.attributes or new.deleted_at is distinct from old.deleted_at))
  execute function app_private.require_draft();
create trigger require_draft_on_delete before delete on app.objects for each row
  when (old.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources', 'estimate_variables',
    'estimate_quotes'))
  execute function app_private.require_draft();
