import type { setup as english } from '../en/setup.ts';

export const setup = {
  'setup.farm_named': 'La granja tiene nombre',
  'setup.farm_location': 'La granja tiene coordenadas',
  'setup.farm_area': 'Se conoce el área de la granja',
  'setup.currency': 'La moneda está definida',
  'setup.first_barn': 'Ya hay un primer galpón',
  'setup.barns_area_capacity': 'Cada galpón tiene área y capacidad',
  'setup.barn_location': 'Un galpón está ubicado en el mapa',
  'setup.first_flock': 'Ya hay un primer lote',
  'setup.flock_breed_known': 'Se conoce la raza de cada lote',
  'setup.flock_target_weight': 'Cada lote tiene peso objetivo',
  'setup.first_daily_log': 'Ya hay un primer registro diario',
  'setup.log_last_24h': 'Hay registro de hoy o de ayer',
  'setup.vet_contact': 'Hay un veterinario en los contactos',
  'setup.supplier_contact': 'Hay un proveedor en los contactos',
  'setup.worker_user': 'Un trabajador tiene acceso',
  'setup.integration_or_camera': 'Hay una cámara o un controlador conectado',
  'setup.env_reading_24h': 'Se midió el clima en las últimas 24 horas',
  'setup.medicine_list': 'La bodega de medicamentos está registrada',
} satisfies Record<keyof typeof english, string>;
