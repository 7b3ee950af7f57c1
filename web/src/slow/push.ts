/** Web push of this browser: whether it can, and its subscription. */

export type Support = 'yes' | 'no' | 'denied';

export function support(): Support {
  const can = isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window;
  if (!can) return 'no';
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

async function manager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** The endpoint under which this browser is subscribed, if it is. */
export async function endpoint(): Promise<string | null> {
  if (support() === 'no' || !(await navigator.serviceWorker.getRegistration())) return null;
  return (await (await manager()).getSubscription())?.endpoint ?? null;
}

/** Subscribes this browser under the host's key; null where the browser does not allow it. */
export async function subscribe(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const pushes = await manager();
  const old = await pushes.getSubscription();
  // a subscription is bound to one key: after the host has changed it the old one is of no use
  if (old && keyOf(old) !== key) await old.unsubscribe();
  const subscribed = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return subscribed.toJSON();
}

function keyOf(subscription: PushSubscription): string {
  const raw = subscription.options.applicationServerKey;
  if (!raw) return '';
  const text = btoa(String.fromCharCode(...new Uint8Array(raw)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
