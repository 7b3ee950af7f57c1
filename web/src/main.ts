import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import './styles/controls.css';

const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator && isSecureContext) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => {
      // an uninstallable page is still a page
    });
  });
}
