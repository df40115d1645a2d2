export type EmojiGroup = "smileys" | "people" | "nature" | "objects" | "symbols";
export type Emoji = { sign: string; group: EmojiGroup; words: string };

/* Sign, then the words it is found by, in both languages of the interface. */
const lists: Record<EmojiGroup, string> = {
  smileys: `😀 grin happy alegre contento|😃 smile sonrisa|😄 laugh risa|😁 beam sonriente|😅 sweat relief sudor alivio|😂 joy tears risa lágrimas|🤣 rofl carcajada|🙂 slight smile sonrisa leve|🙃 upside down del revés|😉 wink guiño|😊 blush rubor|😇 angel inocente|🥰 hearts amor|😍 love eyes enamorado|😘 kiss beso|😋 yum rico|😜 tongue lengua|🤗 hug abrazo|🤔 think pensar|🤨 doubt duda|😐 neutral|😶 silent sin palabras|🙄 eye roll ojos|😬 grimace mueca|😌 relieved aliviado|😴 sleep dormir|🤒 sick enfermo|🤕 hurt herido|🥳 party fiesta|😎 cool gafas|🤓 nerd|😕 confused confuso|😟 worried preocupado|😮 surprised sorpresa|😳 flushed avergonzado|🥺 please por favor|😢 cry llorar|😭 sob llanto|😱 scream grito|😤 huff resoplar|😡 angry enfado|🤯 mind blown asombro`,
  people: `👍 thumbs up yes sí vale bien|👎 thumbs down no mal|👌 ok perfecto|🙏 thanks please gracias por favor|👏 clap aplauso|🙌 hooray celebrar|👋 wave hello hola adiós|🤝 handshake trato acuerdo|💪 strong fuerza|🤞 luck suerte|✌️ victory paz|👉 right derecha|👈 left izquierda|👇 down abajo|☝️ up arriba|🤷 shrug no sé|🤦 facepalm|🙋 raise hand levantar mano|💁 information información|👀 eyes look ver mirar|🧑‍💻 developer informático|🧑‍🔧 mechanic técnico|👩‍⚕️ doctor médico|👶 baby bebé|👨‍👩‍👧 family familia|👥 people personas`,
  nature: `🌞 sun sol|🌧️ rain lluvia|❄️ snow nieve|🌈 rainbow arcoíris|🔥 fire fuego|🌊 wave ola|🌱 plant planta|🌸 flower flor|🌳 tree árbol|🐶 dog perro|🐱 cat gato|🐝 bee abeja|🦋 butterfly mariposa|☕ coffee café|🍵 tea té|🍺 beer cerveza|🍷 wine vino|🍕 pizza|🍎 apple manzana|🥑 avocado aguacate|🍰 cake tarta|🍽️ meal comida|🥐 croissant`,
  objects: `🎉 party celebrate fiesta|🎁 gift regalo|🎂 birthday cumpleaños|🏆 trophy trofeo|⚽ football fútbol|🎵 music música|🚗 car coche carro|✈️ plane avión vuelo|🏠 house casa|🏢 office oficina|🏨 hotel|📦 package paquete envío|🚚 delivery entrega camión|💳 card tarjeta pago|💰 money dinero|🧾 receipt factura recibo|📅 calendar fecha|⏰ alarm hora|⏳ wait espera|📞 phone teléfono|📱 mobile móvil|💻 laptop ordenador|🖨️ printer impresora|📧 email correo|📎 clip adjunto|📄 document documento|📊 chart gráfico|🔑 key llave|🔒 lock candado|🔧 tool herramienta|💡 idea bombilla|🔍 search buscar|📍 place ubicación|🗺️ map mapa|🛒 cart carrito`,
  symbols: `❤️ heart love corazón|💙 blue heart corazón azul|💚 green heart corazón verde|💛 yellow heart corazón amarillo|💜 purple heart corazón morado|💔 broken heart corazón roto|✨ sparkles brillo|⭐ star estrella|✅ done hecho listo|✔️ check visto|❌ no cross error|⚠️ warning aviso|❗ important importante|❓ question pregunta|ℹ️ info información|🚫 forbidden prohibido|🆗 ok|🆕 new nuevo|🔴 red rojo|🟡 yellow amarillo|🟢 green verde|🔵 blue azul|➡️ arrow flecha|🔄 again otra vez|💬 chat mensaje|🔔 bell campana aviso|💯 hundred cien|➕ plus más`,
};

export const emojiGroups = ["smileys", "people", "nature", "objects", "symbols"] as const;

export const emojiList: readonly Emoji[] = emojiGroups.flatMap((group) =>
  lists[group].split("|").map((entry) => {
    const blank = entry.indexOf(" ");
    return { sign: entry.slice(0, blank), group, words: entry.slice(blank + 1) };
  }),
);
