-- Mails and text messages that are to leave: written in the transaction of what they tell, sent after its commit, again when
-- they were not taken, and given up in the sight of people.
create table app.outgoing_messages (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  -- What must not be said twice; the mail's Message-ID comes from it.
  key text not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  -- Gone when the message was taken: they may hold what is shown once, such as the link of an invitation.
  body_text text not null,
  body_html text not null,
  -- A member whom it goes to, by the name the run knows; nothing is sent to who left since.
  user_id uuid,
  name text not null default '',
  -- Which step of which run wrote it; null: no workflow did.
  run_id uuid,
  step integer,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  reasons jsonb,
  next_at timestamptz default now(),
  sent_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, run_id) references app.workflow_runs (tenant_id, id) on delete cascade
);
create index outgoing_messages_run_idx on app.outgoing_messages (tenant_id, run_id, step) where run_id is not null;
create index outgoing_messages_age_idx on app.outgoing_messages (tenant_id, created_at);

select app_private.protect('app.outgoing_messages', 'insert');
-- Everything but where it goes and what it says.
grant select (tenant_id, id, key, channel, user_id, name, run_id, step, status, attempts, reasons, next_at, sent_at, created_at),
  update (status, attempts, next_at) on app.outgoing_messages to formwork_app;

-- Which messages are to leave, when, and which process is at them: as `workflow_queue`. Holds no content.
create table app_private.message_queue (
  message_id uuid primary key,
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  due_at timestamptz not null,
  worker uuid
);
create index message_queue_idx on app_private.message_queue (due_at);

create function app_private.queue_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.status = 'waiting' then
    insert into app_private.message_queue as q (message_id, tenant_id, due_at)
    values (new.id, new.tenant_id, coalesce(new.next_at, now()))
    on conflict (message_id) do update set due_at = excluded.due_at where q.due_at <> excluded.due_at;
  elsif tg_op = 'DELETE' then
    delete from app_private.message_queue q where q.message_id = old.id;
  else
    delete from app_private.message_queue q where q.message_id = new.id;
  end if;
  return null;
end
$$;
create trigger queue_message after insert or delete or update of status, next_at on app.outgoing_messages
  for each row execute function app_private.queue_message();

-- Gives a process the message that waits longest and that nobody alive is at, two of a workspace at a time at most; with
-- `p_one`, that one if it is free. `p_at`: what the process is at.
create function app_private.take_message(p_worker uuid, p_at uuid[], p_one uuid) returns table (message_id uuid, tenant_id uuid)
language sql volatile set search_path = '' as $$
  update app_private.message_queue q set worker = p_worker
  where q.message_id in (
    select c.message_id from app_private.message_queue c
    where c.due_at <= clock_timestamp()
      and c.message_id <> all (p_at)
      and (c.worker is null or c.worker = p_worker
        or pg_try_advisory_xact_lock_shared(hashtextextended('formwork process ' || c.worker::text, 0)))
      and case when p_one is not null then c.message_id = p_one
        else (select count(*) from app_private.message_queue o where o.tenant_id = c.tenant_id and o.message_id = any (p_at)) < 2 end
    order by c.due_at limit 1 for update skip locked
  )
  returning q.message_id, q.tenant_id
$$;
revoke execute on function app_private.take_message(uuid, uuid[], uuid) from public;
