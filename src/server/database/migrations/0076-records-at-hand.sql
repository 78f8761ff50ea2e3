-- What somebody keeps at hand: records they marked as favourites, and those they took last. For themselves alone, like
-- their own views. A record that is gone or that they may not see any more is left out where these are read.

create table app.records_at_hand (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  user_id uuid not null default app.current_user_id(),
  record_id uuid not null,
  favourite_since timestamptz,
  used_at timestamptz,
  primary key (tenant_id, user_id, record_id),
  check (favourite_since is not null or used_at is not null)
);
create index on app.records_at_hand (tenant_id, user_id, used_at desc);

select app_private.protect('app.records_at_hand', 'select, insert, update, delete');
create policy own_only on app.records_at_hand as restrictive for all
  using (user_id = app.current_user_id()) with check (user_id = app.current_user_id());
