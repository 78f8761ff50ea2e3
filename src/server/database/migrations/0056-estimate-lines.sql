-- What a line was priced by is fixed with its version, and so are the variables its formulas read.

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
  end;

drop trigger require_draft_on_insert on app.objects;
drop trigger require_draft_on_update on app.objects;
drop trigger require_draft_on_delete on app.objects;
create trigger require_draft_on_insert before insert on app.objects for each row
  when (new.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources', 'estimate_variables'))
  execute function app_private.require_draft();
create trigger require_draft_on_update before update of attributes, deleted_at on app.objects for each row
  when (new.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources', 'estimate_variables')
    and (new.attributes is distinct from old.attributes or new.deleted_at is distinct from old.deleted_at))
  execute function app_private.require_draft();
create trigger require_draft_on_delete before delete on app.objects for each row
  when (old.standard in ('estimate_lines', 'estimate_markups', 'estimate_resources', 'estimate_variables'))
  execute function app_private.require_draft();

-- As before; the form of the hash comes and goes with the hash.
create or replace function app_private.keep_estimate_version() returns trigger
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
            then array['content_hash', 'hash_form', 'locked_at'] else array[]::text[] end,
          new.attributes - case when status_now = 'draft' or old.attributes ->> 'content_hash' is null
            then array['content_hash', 'hash_form', 'locked_at'] else array[]::text[] end)
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
