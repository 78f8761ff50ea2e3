-- What was noted of the work done stays as it was noted, whatever writes it: a correction is one more entry. What the product
-- adds to an entry (`title`, `number`, `project`, `estimate`, `lineage`) and fields of a workspace's own stay open.
create function app_private.keep_progress_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- Gone with the whole workspace.
    if current_setting('app.removing', true) is not distinct from old.tenant_id::text then
      return old;
    end if;
    raise exception 'What was noted of the work done stays.' using errcode = 'FW003';
  end if;
  if new.deleted_at is distinct from old.deleted_at or exists (
    select from unnest(array['line', 'day', 'method', 'quantity', 'percent', 'place', 'photos', 'note']) as k (key)
    where old.attributes -> k.key is distinct from new.attributes -> k.key)
  then
    raise exception 'What was noted of the work done stays.' using errcode = 'FW003';
  end if;
  return new;
end
$$;

create trigger keep_progress_entry_on_update before update of attributes, deleted_at on app.objects for each row
  when (old.standard = 'progress_entries'
    and (new.attributes is distinct from old.attributes or new.deleted_at is distinct from old.deleted_at))
  execute function app_private.keep_progress_entry();
create trigger keep_progress_entry_on_delete before delete on app.objects for each row
  when (old.standard = 'progress_entries') execute function app_private.keep_progress_entry();
